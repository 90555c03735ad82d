/** Cuts the bytes of a connection to PostgreSQL into the messages of its protocol. */

type OnMessage = (kind: string, body: Buffer, message: Buffer) => void

/** A message is a letter, its length and its body; only the first of a client has no letter. */
export function createMessageReader(
  { hasStart }: { hasStart: boolean },
  onMessage: OnMessage,
): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let kindBytes = hasStart ? 0 : 1
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    while (rest.length >= kindBytes + 4) {
      const end = kindBytes + rest.readUInt32BE(kindBytes)
      if (rest.length < end) return
      const message = rest.subarray(0, end)
      const kind = message.toString('latin1', 0, kindBytes)
      const body = message.subarray(kindBytes + 4)
      rest = rest.subarray(end)
      kindBytes = 1
      onMessage(kind, body, message)
    }
  }
}
