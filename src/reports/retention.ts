import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

const wordMonths = 25

export const reportsRetention: Retention[] = [
  {
    ...deleteWhere('unmet_askers', (now) => sql`month < date_trunc('month', ${now} AT TIME ZONE 'UTC')::date`),
    keeps: 'until the month is over',
  },
  {
    ...deleteWhere('unmet_words', (now) => sql`month < (${now} - make_interval(months => ${wordMonths}))::date`),
    keeps: `${wordMonths} months`,
  },
]
