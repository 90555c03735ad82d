import { Type } from 'typebox'
import { type Account, lockAccount } from '../accounts/accounts.ts'
import { requireApiAccess } from '../accounts/api-access.ts'
import { recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { creditLimit, givenName, nullableDateTime, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import { scopes } from '../base/scopes.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds } from '../call/session-needs.ts'
import { refuseThoseWithLimits } from '../credits/spending-limits.ts'
import type { Db } from '../db/database.ts'
import { countLiveKeys, exampleKey, key, makeKey, readKeys, renderKey } from './keys.ts'

const liveKeysMax = 100

/** The test account of a live one, made with its first test key. */
export type OpenTestAccount = (tx: Db, live: Account) => Promise<string>

export const createKey = defineOperation({
  id: 'createKey',
  method: 'POST',
  path: '/keys',
  summary: 'Create an API key',
  description:
    'A live key needs API access; a test key, which reaches test mode and nothing else, does not. The key is returned only in this ' +
    'reply.',
  scope: 'keys:manage',
  meter: 'session',
  neverCompressed: true,
  request: {
    body: Type.Object(
      {
        name: givenName(),
        mode: Type.Optional(oneOf(['live', 'test'], { description: '`live` unless given.' })),
        scopes: Type.Optional(
          Type.Array(oneOf(scopes), { minItems: 1, uniqueItems: true, description: 'If omitted: every scope.' }),
        ),
        credit_limit: Type.Optional(creditLimit),
        expires_at: Type.Optional(nullableDateTime()),
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    object: Type.Literal('new_key'),
    key,
    api_key: Type.String({ description: 'Shown only once.' }),
    request_id: requestId,
  }),
  problems: ['api_access_required', 'owner_required'],
  example: {
    summary: 'The new key',
    request: { name: 'Nightly sync', scopes: ['stores:read', 'contacts:search'] },
    reply: {
      object: 'new_key',
      key: exampleKey,
      api_key: 'psk_live_…',
      request_id: requestIdExample,
    },
  },

  async run(call, { database, publicUrl, openTestAccount }: SessionNeeds & { openTestAccount: OpenTestAccount }) {
    const { principal, body } = call
    const { account, admittedAt } = principal
    const isTest = body.mode === 'test'
    const {
      keyId,
      apiKey,
      accountId: owner,
    } = await database.transaction(async (tx) => {
      await lockAccount(tx, account.id)
      const caller = await call.recheck(tx)
      if (!isTest) {
        refuseThoseWithLimits(caller)
        requireApiAccess(caller.account, admittedAt, publicUrl)
      }
      const expiresAt = readExpiry(body.expires_at, admittedAt)
      const accountId = isTest ? await openTestAccount(tx, caller.account) : account.id
      if ((await countLiveKeys(tx, accountId)) >= liveKeysMax) {
        throw problems.invalidRequest(
          undefined,
          `An account can have at most ${liveKeysMax} ${isTest ? 'test ' : ''}keys. Revoke one first.`,
        )
      }
      const draft = {
        accountId,
        name: body.name.trim(),
        scopes: body.scopes,
        creditLimit: body.credit_limit,
        expiresAt,
        createdBy: personOf(principal).userId,
      }
      const made = await makeKey(tx, draft, (action, act) => recordCall(tx, call, action, act))
      return { ...made, accountId }
    })
    const [row] = await readKeys(database, owner, keyId)
    return { object: 'new_key' as const, key: renderKey(row!, new Map()), api_key: apiKey }
  },
})

/** A key that has already expired is a mistake. Null says never, and what is not given stays so. */
export function readExpiry(text: string | null | undefined, now: Date): Date | null | undefined {
  if (text === null || text === undefined) return text
  const expiresAt = new Date(text)
  if (expiresAt > now) return expiresAt
  throw problems.invalidRequest('expires_at', 'expires_at must be in the future.')
}
