import type { Pack } from '../plans/packs.ts'
import type { InvoiceSnapshot } from '../settle/snapshot.ts'

/** A purchase describes itself: the pack that was bought is granted, whatever plans.json says later. */
export const packMetadata = (accountId: string, { id, credits, validMonths }: Pack): Record<string, string> => ({
  account_id: accountId,
  pack_id: id,
  pack_credits: String(credits),
  pack_valid_months: String(validMonths),
})

export function packOf(metadata: Record<string, string> | null): InvoiceSnapshot['pack'] {
  const { account_id: accountId, pack_id: packId, pack_credits, pack_valid_months } = metadata ?? {}
  const [credits, validMonths] = [Number(pack_credits), Number(pack_valid_months)]
  if (accountId === undefined || packId === undefined) return null
  if (!Number.isInteger(credits) || credits < 1 || !Number.isInteger(validMonths) || validMonths < 1) return null
  return { accountId, packId, credits, validMonths }
}
