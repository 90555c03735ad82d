export const jobKinds = ['reveal', 'enrich', 'export'] as const

const unfinishedStatuses = ['queued', 'running'] as const
/** In which it tells that it ended. */
export const endedStatuses = ['finished', 'stopped', 'cancelled', 'failed'] as const
export const jobStatuses = [...unfinishedStatuses, ...endedStatuses] as const
