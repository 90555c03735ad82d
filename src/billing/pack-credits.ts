import type { Clock } from '../clock.ts'
import { adjustCredits, grantCredits } from '../credits/grants.ts'
import { type Balance, type Door, readBalance } from '../credits/ledger.ts'
import type { Db } from '../db/database.ts'

type Pack = { accountId: string; credits: number; expiresAt: Date; reference: string; reason: string; door: Door }

export function grantPack(tx: Db, clock: Clock, { accountId, credits, reason, door }: Pack): Promise<Balance> {
  return grantCredits(tx, clock, accountId, credits, { door, reason, period: null })
}

type Taken = {
  accountId: string
  credits: number
  lot: { reference: string } | { periodStart: Date }
  reason: string
  door: Door
}

export async function takeBack(tx: Db, clock: Clock, { accountId, credits, reason, door }: Taken): Promise<number> {
  const { balance, periodCredits } = await readBalance(tx, accountId)
  const taken = Math.min(credits, balance, periodCredits)
  if (taken > 0) await adjustCredits(tx, clock, accountId, -taken, { door, reason, period: null })
  return taken
}
