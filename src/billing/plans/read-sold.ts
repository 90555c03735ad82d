import type { Plans } from '../../accounts/plan.ts'
import { type Packs, readPacks } from './packs.ts'
import { readPlans } from './plans.ts'
import { parsePlansFile, unusablePlans } from './plans-file.ts'

/** What is sold by a text, as `DATA_DIR/plans.json` holds it. All that is wrong is said at once, of plans and of packs. */
export function readSold(text: string, place: string | null): { plans: Plans; packs: Packs } {
  const written = parsePlansFile(text, place)
  const faults: string[] = []
  const fault = (message: string) => void faults.push(message)
  const sold = { plans: readPlans(written, fault), packs: readPacks(written, fault) }
  if (faults.length > 0) throw unusablePlans(place, faults)
  return sold
}
