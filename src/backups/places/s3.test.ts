import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { faultOfSignature, type S3Service, startS3Service } from '../../../test/support/s3-service.ts'
import type { BackupPlace } from './place.ts'
import { createS3Client } from './s3-client.ts'
import { createS3Place } from './s3-place.ts'

let folder: string
let service: S3Service
let place: BackupPlace
const { signal } = new AbortController()
const partBytes = 1_000

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prospector-s3-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  service = await startS3Service()
  const client = createS3Client(service.settings, { firstPauseMs: 1 })
  place = createS3Place(client, service.settings.url, join(folder, 'work'), { partBytes })
  await mkdir(place.workFolder, { recursive: true })
})
afterEach(() => service.stop())

async function putFile(name: string, bytes: Buffer): Promise<void> {
  await writeFile(join(place.workFolder, name), bytes)
  await place.put(name, signal)
}
const readFile = (name: string): Promise<Buffer> => buffer(Readable.from(place.read(name)))

it('the simulator reads signatures as the documentation of S3 does: its own example is right', () => {
  const keys = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
  const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
      `SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${signature}`,
  }
  const request = { method: 'GET', url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'), headers }
  expect(faultOfSignature(request, keys)).toBe(null)
  expect(faultOfSignature(request, { ...keys, secretKey: 'another' })).toBe('SignatureDoesNotMatch')
})

it('BACKUP-7: a file goes up in parts, is listed over pages, comes down as it was, and can be removed', async () => {
  const bytes = randomBytes(3_500)
  await place.prepare()
  await putFile('a.backup', bytes)
  expect(service.calls.filter((call) => call.includes('partNumber='))).toHaveLength(4)
  expect(await readdir(place.workFolder)).toEqual([])
  for (const name of ['b', 'c', 'd']) await place.write(`${name}.json`, `{"name":"${name}"}`)
  service.objects.set('another-folder/x.backup', bytes)
  const listed = await place.list()
  expect(listed.map(({ name, bytes: size }) => [name, size])).toEqual([
    ['a.backup', 3_500],
    ['b.json', 12],
    ['c.json', 12],
    ['d.json', 12],
  ])
  expect((await readFile('a.backup')).equals(bytes)).toBe(true)
  await place.remove('a.backup')
  expect((await place.list()).map(({ name }) => name)).not.toContain('a.backup')
})

it('BACKUP-7: what fails for a moment is tried again, and a download that breaks off continues where it was', async () => {
  const bytes = randomBytes(2_500)
  service.fail(503, 'SlowDown', { times: 3, when: /partNumber=2/ })
  await putFile('a.backup', bytes)
  expect(service.calls.filter((call) => call.includes('partNumber=2'))).toHaveLength(4)
  service.cutDownloads(3)
  expect((await readFile('a.backup')).equals(bytes)).toBe(true)
  expect(service.calls.filter((call) => call.startsWith('GET'))).toHaveLength(4)
})

it('BACKUP-7: a service that refuses is believed at once, in a sentence, and nothing is left of the upload', async () => {
  service.fail(403, 'AccessDenied')
  await expect(place.prepare()).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:\d+\/bucket\/prospector refuses \(403 AccessDenied: Refused for a test\)\. Check BACKUP_S3_ACCESS_KEY, .*\.$/,
  )
  expect(service.calls).toHaveLength(1)
  service.fail(403, 'AccessDenied', { when: /partNumber=2/ })
  await expect(putFile('a.backup', randomBytes(2_500))).rejects.toThrow('403 AccessDenied')
  expect([service.uploads.size, service.objects.size, await readdir(place.workFolder)]).toEqual([0, 0, []])
  // A key that the service does not know, by its own check.
  service.fail(500, 'InternalError', { times: 0 })
  const stranger = createS3Client({ ...service.settings, secretKey: 'wrong' }, { firstPauseMs: 1 })
  await expect(createS3Place(stranger, service.settings.url, place.workFolder).list()).rejects.toThrow(
    'SignatureDoesNotMatch',
  )
})

it('BACKUP-7: a service that stays away, or keeps half of a file, is an error in the end', async () => {
  service.storesHalf(true)
  await expect(putFile('a.backup', randomBytes(2_500))).rejects.toThrow('holds 1250 of 2500 bytes')
  service.storesHalf(false)
  await putFile('b.backup', randomBytes(2_500))
  service.fail(500, 'InternalError')
  await expect(place.list()).rejects.toThrow('500 InternalError')
  await service.stop()
  await expect(place.list()).rejects.toThrow(/can't be reached: /)
  service = await startS3Service()
})
