/** An agent that agrees to every quote it gets, also to a new one when contacts were revealed elsewhere meanwhile. */
type ToolClient = { callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown> }
type Result = { isError?: boolean; content: { text: string }[] }

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape is what they test.
export async function revealAsAgent(client: ToolClient, contactIds: readonly string[]): Promise<any> {
  let code: string | undefined
  for (;;) {
    const args = { contact_ids: contactIds, ...(code && { confirm_spend_credits: code }) }
    const result = (await client.callTool({ name: 'reveal_contacts', arguments: args })) as Result
    const [answer, quote] = result.content
    if (!quote) return JSON.parse(answer!.text)
    code = JSON.parse(quote.text).confirm_spend_credits
  }
}
