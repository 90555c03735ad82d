/** An S3-compatible service over HTTP: checks every signature by its own reading of SigV4, and fails as it is told. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Fault = { status: number; code: string; times: number; when: RegExp }

export type S3Service = {
  settings: { url: string; region: string; accessKey: string; secretKey: string }
  /** By key, with the folder of the URL. */
  objects: Map<string, Buffer>
  uploads: Map<string, Buffer[]>
  /** `METHOD path?query` of every request, in order. */
  calls: string[]
  /** The next so many requests whose call matches get this answer. */
  fail(status: number, code: string, options?: { times?: number; when?: RegExp }): void
  /** The next so many downloads break off in the middle. */
  cutDownloads(times: number): void
  /** Uploads are stored by half, and answered as if they were whole. */
  storesHalf(on: boolean): void
  stop(): Promise<void>
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

type SignedRequest = { method: string; url: URL; headers: NodeJS.Dict<string | string[]> }

/** As the documentation of "Signature Version 4" describes it. Null: the signature is right. */
export function faultOfSignature(
  { method, url, headers }: SignedRequest,
  keys: { accessKey: string; secretKey: string },
): string | null {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/
  const parts = pattern.exec(String(headers.authorization ?? ''))
  if (!parts) return 'AccessDenied'
  const [, accessKey, day, region, names, signature] = parts
  if (accessKey !== keys.accessKey) return 'InvalidAccessKeyId'
  const signed = names!.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied'
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)))
  const lines = signed.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  )
  const canonical = [method, path.join('/'), query.join('&'), lines.join(''), names, headers['x-amz-content-sha256']]
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical.join('\n'))].join('\n')
  const key = [region!, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${keys.secretKey}`, day!))
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

export async function startS3Service(): Promise<S3Service> {
  const keys = { accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Buffer[]>()
  const calls: string[] = []
  let fault: Fault | null = null
  let cuts = 0
  let isHalving = false
  const bucket = '/bucket'

  function answer(response: ServerResponse, status: number, body = '', headers: Record<string, string> = {}): void {
    response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body)
  }
  const refuse = (response: ServerResponse, status: number, code: string): void =>
    answer(
      response,
      status,
      `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Refused for a test.</Message></Error>`,
    )

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url!, 'http://localhost')
    const call = `${request.method} ${request.url}`
    calls.push(call)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    if (fault && fault.times > 0 && fault.when.test(call)) {
      fault.times -= 1
      return refuse(response, fault.status, fault.code)
    }
    const wrong = faultOfSignature({ method: request.method!, url, headers: request.headers }, keys)
    if (wrong) return refuse(response, 403, wrong)
    if (request.headers['x-amz-content-sha256'] !== sha256(body))
      return refuse(response, 400, 'XAmzContentSHA256Mismatch')
    const md5 = request.headers['content-md5']
    if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
      return refuse(response, 400, 'BadDigest')
    if (url.pathname === bucket) return list(url, response)
    if (!url.pathname.startsWith(`${bucket}/`)) return refuse(response, 404, 'NoSuchBucket')
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 1))
    if (request.method === 'POST')
      return url.searchParams.has('uploads') ? begin(response) : complete(key, url, response)
    if (request.method === 'PUT') return put(key, url, body, response)
    if (request.method === 'DELETE') return remove(key, url, response)
    return get(key, request, response)
  }

  /** Two a page, so that a client has to ask for the next. */
  function list({ searchParams }: URL, response: ServerResponse): void {
    const prefix = searchParams.get('prefix') ?? ''
    const after = searchParams.get('continuation-token') ?? ''
    const found = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = found.slice(0, 2)
    const entries = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>2026-11-17T00:00:00.000Z</LastModified><Size>${objects.get(key)!.length}</Size></Contents>`,
    )
    const next = found.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : ''
    answer(response, 200, `<ListBucketResult>${entries.join('\n')}${next}</ListBucketResult>`)
  }

  function begin(response: ServerResponse): void {
    const id = `upload-${calls.length}`
    uploads.set(id, [])
    answer(response, 200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }

  function complete(key: string, { searchParams }: URL, response: ServerResponse): unknown {
    const id = searchParams.get('uploadId') ?? ''
    const parts = uploads.get(id)
    if (!parts) return refuse(response, 404, 'NoSuchUpload')
    const whole = Buffer.concat(parts)
    objects.set(key, isHalving ? whole.subarray(0, whole.length >> 1) : whole)
    uploads.delete(id)
    answer(response, 200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  function put(key: string, { searchParams }: URL, body: Buffer, response: ServerResponse): unknown {
    const id = searchParams.get('uploadId')
    if (id === null) objects.set(key, body)
    else {
      const parts = uploads.get(id)
      if (!parts) return refuse(response, 404, 'NoSuchUpload')
      parts[Number(searchParams.get('partNumber')) - 1] = body
    }
    answer(response, 200, '', { etag: `"${createHash('md5').update(body).digest('hex')}"` })
  }

  function remove(key: string, { searchParams }: URL, response: ServerResponse): void {
    const id = searchParams.get('uploadId')
    if (id === null) objects.delete(key)
    else uploads.delete(id)
    answer(response, 204)
  }

  function get(key: string, { method, headers }: IncomingMessage, response: ServerResponse): unknown {
    const found = objects.get(key)
    if (!found) return method === 'HEAD' ? answer(response, 404) : refuse(response, 404, 'NoSuchKey')
    const from = Number(/^bytes=(\d+)-$/.exec(String(headers.range ?? ''))?.[1] ?? 0)
    const bytes = found.subarray(from)
    const etag = `"${createHash('md5').update(found).digest('hex')}"`
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length, etag })
    if (method === 'HEAD') return void response.end()
    if (cuts > 0 && bytes.length > 1) {
      cuts -= 1
      response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
      return
    }
    response.end(bytes)
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: { url: `http://127.0.0.1:${port}${bucket}/prospector`, region: 'eu-central-1', ...keys },
    objects,
    uploads,
    calls,
    fail: (status, code, { times = Number.POSITIVE_INFINITY, when = /./ } = {}) => {
      fault = { status, code, times, when }
    },
    cutDownloads: (times) => {
      cuts = times
    },
    storesHalf: (on) => {
      isHalving = on
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
