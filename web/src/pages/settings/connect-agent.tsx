import { buttonClass } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-button.tsx'
import { Panel, Section } from '../../ui/page.tsx'
import { agentClients, testPrompt } from './agent-clients.ts'
import { Snippet } from './snippet.tsx'

/** From here to an agent that works: the address, the client, and a prompt that shows it. */
export function ConnectAgent() {
  const address = `${window.location.origin}/mcp`
  const [, copy] = useCopy()
  return (
    <Section
      title="Connect an agent"
      note="An agent finds stores and contacts for you. You sign in when it connects, and it asks before it spends credits."
    >
      <div className="flex flex-col gap-4">
        <div>
          <h3 className="mb-1.5 text-table font-medium">Address of the MCP server</h3>
          <Snippet text={address} label="Copy the address of the MCP server" />
        </div>
        <Panel>
          {agentClients(address).map((client) => (
            <div key={client.name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-table">
              <div className="min-w-60 flex-1">
                <p className="font-medium">{client.name}</p>
                <p className="text-ink-faint">{client.note}</p>
              </div>
              {'href' in client ? (
                <a
                  href={client.href}
                  target="_blank"
                  rel="noreferrer noopener"
                  className={buttonClass('secondary')}
                  onClick={() => client.copies && copy(address)}
                >
                  {client.action}
                </a>
              ) : (
                'command' in client && (
                  <div className="min-w-0 basis-full">
                    <Snippet text={client.command} label={`Copy the command for ${client.name}`} />
                  </div>
                )
              )}
            </div>
          ))}
        </Panel>
        <div>
          <h3 className="mb-1.5 text-table font-medium">Then try it with this prompt</h3>
          <Snippet text={testPrompt} label="Copy the prompt" isProse />
        </div>
      </div>
    </Section>
  )
}
