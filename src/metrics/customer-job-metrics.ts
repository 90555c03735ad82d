import { Gauge, type Registry } from 'prom-client'

export type CustomerJobs = { kind: string; status: string; jobs: number; idleSeconds: number }

/** Jobs that customers started: how many there are, and whether one hangs. */
export function createCustomerJobMetrics(registers: Registry[]) {
  const labelNames = ['kind', 'status']
  const jobs = new Gauge({
    name: 'prospector_customer_jobs',
    help: 'Jobs of customers that wait or run, and those that failed within a day',
    labelNames,
    registers,
  })
  const idle = new Gauge({
    name: 'prospector_customer_job_idle_seconds',
    help: 'The longest time for which nothing was done for a job whose turn it is, waiting or running',
    labelNames,
    registers,
  })
  return {
    look(found: CustomerJobs[] | null): void {
      if (!found) return
      jobs.reset()
      idle.reset()
      for (const { kind, status, jobs: count, idleSeconds } of found) {
        jobs.set({ kind, status }, count)
        if (status !== 'failed') idle.set({ kind, status }, idleSeconds)
      }
    },
  }
}
