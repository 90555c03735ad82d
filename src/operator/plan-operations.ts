/** The plans as operations: read them, see what a change would mean, and make it. */
import { Type } from 'typebox'
import { listPlanVersions } from '../billing/plans/plan-versions.ts'
import { defineOperatorOperation, reason } from './operation.ts'
import { changePlans, previewPlanChange } from './plan-acts.ts'

const closed = { additionalProperties: false }
/** Of the plans as JSON. */
export const plansLengthMax = 50_000
const text = Type.String({ minLength: 1, maxLength: plansLengthMax })
const changes = Type.Array(
  Type.Object({
    ...{ plan: Type.String(), field: Type.String(), before: Type.String(), after: Type.String() },
    ...{ accounts: Type.Integer(), effect: Type.String() },
  }),
)

export const getPlansOperation = defineOperatorOperation({
  id: 'getPlans',
  method: 'GET',
  path: '/plans',
  summary: 'Get the plans as they are, and their versions',
  request: {},
  reply: Type.Object({
    version: Type.Integer(),
    plans: Type.String(),
    versions: Type.Array(
      Type.Object({
        ...{ version: Type.Integer(), plans: Type.String(), reason: Type.String(), changed_by: Type.String() },
        created_at: Type.String(),
      }),
    ),
  }),
  async run(_call, { database, livePlans }) {
    await livePlans.refresh(database)
    const versions = await listPlanVersions(database)
    const { version, text: plans } = livePlans.now()
    return {
      version,
      plans,
      versions: versions.map((one) => ({
        ...{ version: one.version, plans: one.text, reason: one.reason, changed_by: one.changedBy },
        created_at: one.createdAt.toISOString(),
      })),
    }
  },
})

export const previewPlansOperation = defineOperatorOperation({
  id: 'previewPlans',
  method: 'POST',
  path: '/plans/preview',
  summary: 'See what a change of the plans would mean for the accounts that are on them',
  request: { body: Type.Object({ plans: text }, closed) },
  reply: Type.Object({ changes }),
  run: async ({ body }, { database, livePlans }) => ({
    changes: await previewPlanChange(database, livePlans, body.plans),
  }),
})

export const changePlansOperation = defineOperatorOperation({
  id: 'changePlans',
  method: 'POST',
  path: '/plans',
  summary: 'Change the plans',
  request: { body: Type.Object({ plans: text, version: Type.Integer({ minimum: 0 }), reason }, closed) },
  reply: Type.Object({ version: Type.Integer(), changes }),
  run: ({ by, body }, needs) => changePlans(needs, by, body),
})
