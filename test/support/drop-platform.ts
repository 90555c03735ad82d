/** California's Delete Request and Opt-out Platform as its public reference describes it (version 1.2.0), over HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateRawSync } from 'node:zlib'

type File = { name: string; text: string }
type Answers = Map<string, number>

export type SimulatedPlatform = {
  url: string
  apiKey: string
  /** What the next download holds. The first call of a download answers 202, as on the platform. */
  offer(files: File[] | Buffer): void
  /** By the id of the request, over all batches; amendments included. */
  answers: Answers
  amended: Answers
  /** Requests for these paths get this status until it is null again. */
  breakWith(status: number | null, paths?: RegExp): void
  calls: string[]
  /** DROP support gives up the batch that waits, so that another can be downloaded. */
  support(): void
  stop(): Promise<void>
}

export const csv = (...rows: string[]): string => `${rows.join('\r\n')}\r\n`

export async function startDropPlatform(): Promise<SimulatedPlatform> {
  const apiKey = 'drop-key-of-a-test'
  const answers: Answers = new Map()
  const amended: Answers = new Map()
  const calls: string[] = []
  let waiting: { zip: Buffer; files: File[]; isPrepared: boolean } | null = null
  let open: { files: File[]; uploaded: Set<string>; left: Set<string> } | null = null
  let broken: { status: number; paths: RegExp } | null = null

  function download(response: ServerResponse): unknown {
    if (open)
      return send(response, 409, {
        message: 'Complete the current batch or contact DROP support if a re-download is needed.',
      })
    if (!waiting)
      return send(response, 200, { message: 'No new consumer request data or removed identifiers are available.' })
    if (!waiting.isPrepared) {
      waiting.isPrepared = true
      response.setHeader('retry-after', '60')
      return send(response, 202, { message: 'No download package is available yet.' })
    }
    const { files, zip } = waiting
    const left = new Set(files.filter(({ name }) => !name.includes('Removed')).flatMap(({ text }) => idsIn(text)))
    open = left.size > 0 ? { files, uploaded: new Set(), left } : null
    waiting = null
    response.setHeader('content-type', 'application/zip')
    response.setHeader('content-disposition', 'attachment; filename="20260312_4821_DROP.zip"')
    return response.end(zip)
  }

  async function take(request: IncomingMessage, response: ServerResponse, isAmendment: boolean): Promise<unknown> {
    if (!isAmendment && !open) return send(response, 409, { message: 'No active download is waiting for responses.' })
    const rejected: { fileName: string; message: string }[] = []
    const files = await readForm(request)
    for (const { name, text } of files) {
      const [header, ...rows] = text.trimEnd().split('\n')
      const wrong = rows.find((row) => !/^[A-Za-z0-9]{12},[2-5]$/.test(row))
      const message =
        header !== 'Id,Status'
          ? 'Invalid CSV header. Expected: Id,Status.'
          : wrong !== undefined
            ? 'Invalid row.'
            : !isAmendment && open!.uploaded.has(name)
              ? 'A file with this name was already uploaded for the current download.'
              : !isAmendment && !open!.files.some((file) => file.name === name)
                ? 'Unknown file.'
                : null
      if (message !== null) {
        rejected.push({ fileName: name, message })
        continue
      }
      for (const row of rows) {
        const [id, status] = row.split(',') as [string, string]
        answers.set(id, Number(status))
        if (isAmendment) amended.set(id, Number(status))
        else open!.left.delete(id)
      }
      if (!isAmendment) open!.uploaded.add(name)
    }
    if (open?.left.size === 0) open = null
    const accepted = files.length - rejected.length
    send(response, accepted > 0 ? 202 : 400, {
      message: 'Upload received.',
      acceptedCount: accepted,
      rejectedCount: rejected.length,
      rejected,
    })
  }

  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    if (broken?.paths.test(request.url!))
      return send(response, broken.status, { message: 'The system is temporarily unavailable. Try again later.' })
    if (request.headers['x-api-key'] !== apiKey)
      return send(response, 401, { message: 'API key is missing or invalid.' })
    const path = request.url!.replace(/^\/sandbox/, '')
    if (path === '/data/download') return download(response)
    if (path === '/data/upload' || path === '/data/amend') return void take(request, response, path === '/data/amend')
    send(response, 404, { message: 'The requested endpoint was not found.' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    answers,
    amended,
    calls,
    offer(files) {
      waiting = Buffer.isBuffer(files)
        ? { zip: files, files: [{ name: 'x', text: 'ID,Hash\nAAAAAAAAAAAA,x' }], isPrepared: false }
        : { zip: zipOf(files), files, isPrepared: false }
    },
    breakWith(status, paths = /./) {
      broken = status === null ? null : { status, paths }
    },
    support() {
      open = null
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function send(response: ServerResponse, status: number, body: object): unknown {
  response.statusCode = status
  response.setHeader('content-type', 'application/json')
  return response.end(JSON.stringify(body))
}

const idsIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .slice(1)
    .flatMap((row) => row.split(',')[0] || [])

async function readForm(request: IncomingMessage): Promise<File[]> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const form = await new Response(Buffer.concat(parts), {
    headers: { 'content-type': request.headers['content-type']! },
  }).formData()
  const files = form.getAll('files') as unknown as { name: string; text(): Promise<string> }[]
  return Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })))
}

/** A ZIP file as every program writes it. */
export function zipOf(files: readonly File[]): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, text } of files) {
    const [content, label] = [Buffer.from(text), Buffer.from(name)]
    const packed = deflateRawSync(content)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(content.length, 18)
    shared.writeUInt16LE(label.length, 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), shared, label, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), shared, tail, label]))
    bodies.push(body)
    offset += body.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, directory, Buffer.from('PK\x05\x06'), end])
}
