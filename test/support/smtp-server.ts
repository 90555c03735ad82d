/** A mail server: the few words of SMTP that a sender needs, and the ways in which one does not take a mail. */
import { createServer, type Socket } from 'node:net'

export type SmtpServer = {
  url: string
  /** Every mail that was taken, as it came. */
  mails: string[]
  /** Who was written to, taken or not. */
  recipients: string[]
  /** What a recipient is answered. */
  judge(answer: (recipient: string) => string): void
  /** How many are connected. */
  connections(): number
  /** It takes connections, and says nothing. */
  hang(): void
  /** It drops whoever is connected, and works again for those who come. */
  recover(): void
  close(): Promise<void>
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const [mails, recipients]: [string[], string[]] = [[], []]
  const sockets = new Set<Socket>()
  let answer: (recipient: string) => string = () => '250 fine'
  let hangs = false

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    if (!hangs) talk(socket)
  })

  function talk(socket: Socket): void {
    let data: string[] | null = null
    let unfinished = ''
    const say = (line: string) => void socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      if (data !== null && line !== '.') return void data.push(line)
      if (data !== null) {
        mails.push(data.join('\n'))
        data = null
        return say('250 taken')
      }
      const recipient = /^RCPT TO:<(.*)>/.exec(line)?.[1]
      if (recipient !== undefined) {
        recipients.push(recipient)
        say(answer(recipient))
      } else if (line === 'DATA') {
        data = []
        say('354 go on')
      } else if (line === 'QUIT') socket.end('221 bye\r\n')
      else say('250 fine')
    }
    say('220 ready')
    socket.on('data', (chunk) => {
      const lines = (unfinished + chunk).split('\r\n')
      unfinished = lines.pop()!
      for (const line of lines) hear(line)
    })
  }

  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`,
    ...{ mails, recipients },
    connections: () => sockets.size,
    judge: (judge) => {
      answer = judge
    },
    hang: () => {
      hangs = true
    },
    recover: () => {
      hangs = false
      answer = () => '250 fine'
      drop()
    },
    close: () => {
      drop()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
