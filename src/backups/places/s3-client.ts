/** Signed requests to an S3-compatible service, tried again when it or the way to it fails for a moment. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '../../base/backup-settings.ts'
import { PlaceRefused } from './place.ts'

type Request = {
  query?: Record<string, string>
  body?: Buffer | string
  headers?: Record<string, string>
  signal?: AbortSignal
}
type S3Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'

export type S3Client = {
  /** `key` is a path within the bucket; empty: the bucket itself. Any answer but a success throws. */
  send(method: S3Method, key: string, request?: Request): Promise<Response>
  /** Waits before the try after `failures` of them. */
  wait(failures: number, signal?: AbortSignal): Promise<void>
  /** It gives up after this many failures in a row. */
  triesMax: number
  /** The path in `BACKUP_S3_URL`, with a slash at its end unless it is empty. */
  prefix: string
}

/** The service understood the request and refused it. */
export class S3Refused extends PlaceRefused {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const triesMax = 6
const firstPauseMs = 500
const answersWithinMs = 10 * 60_000
const momentary = [408, 429, 500, 502, 503, 504]

type Options = { firstPauseMs?: number }

export function createS3Client(settings: S3Settings, options: Options = {}): S3Client {
  const { origin, pathname } = new URL(settings.url)
  const [, bucket = '', ...folders] = pathname.split('/')
  const prefix = folders.map((name) => `${name}/`).join('')

  async function sendOnce(method: S3Method, key: string, request: Request): Promise<Response> {
    const url = new URL(`${origin}/${bucket}${key && `/${key}`}`)
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
    const body = request.body ?? null
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: {
        ...request.headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      accessKeyId: settings.accessKey,
      secretAccessKey: settings.secretKey,
      service: 's3',
      region: settings.region,
    }).sign()
    // A download takes as long as it takes; the rest has an answer soon after it was sent.
    const limits = [request.signal, method === 'GET' ? undefined : AbortSignal.timeout(answersWithinMs)].filter(
      (one) => one !== undefined,
    )
    return fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(body !== null && { body: body as NonNullable<RequestInit['body']> }),
      redirect: 'manual',
      signal: AbortSignal.any(limits),
    })
  }

  const wait = (failures: number, signal?: AbortSignal): Promise<void> => {
    const ms = (options.firstPauseMs ?? firstPauseMs) * 2 ** (failures - 1) * (0.5 + Math.random())
    return pause(ms, undefined, signal ? { signal } : {})
  }

  async function send(method: S3Method, key: string, request: Request = {}): Promise<Response> {
    for (let failures = 0; ; ) {
      const response = await sendOnce(method, key, request).catch((error: Error) => {
        request.signal?.throwIfAborted()
        return error
      })
      if (response instanceof Response && response.ok) return response
      failures += 1
      const isOver = failures === triesMax
      if (!(response instanceof Response)) {
        if (isOver) throw new PlaceRefused(`${settings.url} can't be reached: ${describe(response)}.`)
      } else if (isOver || !momentary.includes(response.status)) {
        throw new S3Refused(response.status, explain(settings, response.status, await response.text().catch(() => '')))
      } else {
        await response.body?.cancel()
      }
      await wait(failures, request.signal)
    }
  }

  return { send, wait, triesMax, prefix }
}

function describe(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause.message : error.message
  return cause || 'the connection failed'
}

export const textOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

function explain({ url, region }: S3Settings, status: number, xml: string): string {
  const code = textOf(xml, 'Code')
  const codes = [status, code].filter(Boolean).join(' ')
  const said = textOf(xml, 'Message')
  const what = `${url} refuses (${codes}${said ? `: ${said.replace(/\.$/, '')}` : ''}).`
  if (status === 403)
    return `${what} Check BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY, the rights of the key on the bucket, and this machine's clock.`
  if (status === 404) return `${what} Check BACKUP_S3_URL: https://HOST/BUCKET/FOLDER.`
  if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')
    return `${what} Check BACKUP_S3_REGION (${region}) and the host in BACKUP_S3_URL.`
  return what
}
