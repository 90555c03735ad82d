import { type Retention, untilExpired } from '../queue/housekeeping.ts'

export const operatorRetention: Retention[] = [untilExpired('operator_sessions')]
