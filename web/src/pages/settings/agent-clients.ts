/** How each known client is connected to an MCP server at an address. */
type AgentClient = {
  name: string
  /** What to do, where a click is not enough. */
  note: string
} & (
  | {
      href: string
      action: string
      /** The click also copies the address, to be pasted there. */
      copies?: true
    }
  | { command: string }
  /** It runs on the internet, and this address is not there. */
  | { isOutOfReach: true }
)

const serverName = 'prospector'

/** UTF-8 first: btoa takes only bytes. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** Nobody but this computer reaches such an address. */
export const isLocal = (address: string): boolean =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname)

/** A client that somebody else runs, reached in a browser. */
const hosted = (
  address: string,
  { name, note, ...link }: { name: string; note: string; href: string; action: string },
): AgentClient =>
  isLocal(address)
    ? {
        name,
        note: `Runs on the internet and can’t reach ${new URL(address).host}, which is this computer alone. It needs a server with a public https address.`,
        isOutOfReach: true,
      }
    : { name, note, ...link, copies: true }

export function agentClients(address: string): AgentClient[] {
  const encoded = encodeURIComponent(JSON.stringify({ name: serverName, type: 'http', url: address }))
  const config = encodeURIComponent(base64(JSON.stringify({ url: address })))
  return [
    hosted(address, {
      name: 'Claude',
      note: 'Copies the address. Choose “Add custom connector” there and paste it. The same connector works in the desktop and mobile apps.',
      href: 'https://claude.ai/settings/connectors',
      action: 'Open Claude',
    }),
    hosted(address, {
      name: 'ChatGPT',
      note: 'Copies the address. Turn on developer mode under Apps and connectors, choose “Create”, and paste it.',
      href: 'https://chatgpt.com/#settings/Connectors',
      action: 'Open ChatGPT',
    }),
    {
      name: 'Cursor',
      note: 'Asks in Cursor whether to install the server.',
      href: `cursor://anysphere.cursor-deeplink/mcp/install?name=${serverName}&config=${config}`,
      action: 'Add to Cursor',
    },
    {
      name: 'VS Code',
      note: 'Asks in VS Code whether to install the server. Needs GitHub Copilot.',
      href: `vscode:mcp/install?${encoded}`,
      action: 'Add to VS Code',
    },
    {
      name: 'Claude Code',
      note: 'Run this in a terminal, then /mcp in Claude Code to sign in.',
      command: `claude mcp add --transport http ${serverName} ${address}`,
    },
    {
      name: 'Codex',
      note: 'Run this in a terminal. It opens the sign-in.',
      command: `codex mcp add ${serverName} --url ${address} && codex mcp login ${serverName}`,
    },
  ]
}

/** Shows that it works, and spends nothing. */
export const testPrompt =
  'Use Prospector to find five founders at German stores that use Klaviyo. Show name, title and store, and do not reveal anyone.'
