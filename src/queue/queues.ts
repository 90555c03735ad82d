import type { Queue } from 'pg-boss'

export type QueueSettings = Omit<Queue, 'name'>

const minutes = 60
const hours = 60 * minutes
const days = 24 * hours

/** A job that failed is tried again after about 15 s, then twice as long each time: the eighth time about an hour later. */
const patient = { retryLimit: 8, retryDelay: 15, retryBackoff: true, retryDelayMax: 1 * hours }

/** One at a time over all nodes, and none in waiting: what the next one will do anyway need not queue. */
const alone = { policy: 'exclusive', retryLimit: 0, deleteAfterSeconds: 1 * days } as const

/**
 * Every kind of background work, how often it is tried and how long its record is kept. A job that a dead node left is
 * given to another after `expireInSeconds`.
 */
export const queues = {
  housekeeping: { ...alone, expireInSeconds: 30 * minutes },
  /** Retention by source. */
  expiry: { ...alone, expireInSeconds: 30 * minutes },
  /** How good the catalogue is, when an operator looks. */
  quality: { ...alone, expireInSeconds: 30 * minutes },
  /** Exclusion lists whose time is over. */
  exclusion_ends: { ...alone, expireInSeconds: 10 * minutes },
  /**
   * A mail of sign-in or an invitation that the mail server did not take at once. It is encrypted. Its links work for an hour,
   * so that it is tried for less, and goes unsent after that.
   */
  sign_in_mail: {
    ...patient,
    retryDelayMax: 10 * minutes,
    ...{ expireInSeconds: 2 * minutes, retentionSeconds: 1 * hours, deleteAfterSeconds: 1 * days },
  },
  /** One mail about billing. Its text is kept by billing; the job only names it. */
  notice: { ...patient, expireInSeconds: 2 * minutes, retentionSeconds: 3 * days, deleteAfterSeconds: 1 * days },
  /** A mail to an owner about a webhook that fails. */
  webhook_mail: { ...patient, expireInSeconds: 2 * minutes, retentionSeconds: 3 * days, deleteAfterSeconds: 1 * days },
  /** A mail to an owner about HubSpot, which takes nothing any more. */
  hubspot_mail: { ...patient, expireInSeconds: 2 * minutes, retentionSeconds: 3 * days, deleteAfterSeconds: 1 * days },
  /** News of a watch, as a mail to one reader. */
  watch_mail: { ...patient, expireInSeconds: 2 * minutes, retentionSeconds: 3 * days, deleteAfterSeconds: 1 * days },
  /** Mails of the privacy centre. Its rows say what is due; a mail that could not be sent is tried with the next round. */
  privacy: { ...alone, expireInSeconds: 10 * minutes },
  /** Mails to owners of accounts that have not confirmed an erasure. */
  erasure_reminders: { ...alone, expireInSeconds: 10 * minutes },
  /** California's deletion lists. Its rows say what is left; a run that failed is tried with the next round. */
  drop: { ...alone, expireInSeconds: 2 * hours },
  /** What only the clock brings about in billing: trials and access that end, due charges of the sandbox. */
  billing: { ...alone, expireInSeconds: 10 * minutes },
  /** Comparing customers with the payment provider. */
  reconcile: { ...alone, expireInSeconds: 30 * minutes },
  /**
   * An automatic purchase of credits: an interrupted run continues under the same reference. While a failed one waits for its next try, no
   * other is enqueued for its account, so it never waits long.
   */
  top_up: {
    ...patient,
    ...{ retryLimit: 30, retryDelayMax: 2 * minutes },
    ...{ expireInSeconds: 5 * minutes, retentionSeconds: 1 * days, deleteAfterSeconds: 1 * days },
  },
  /**
   * Wakes a node to work on the jobs of customers for a few seconds, whichever their rows say are next: a message names none. What a lost
   * message or a node that died leaves is picked up by the next sweep.
   */
  job: {
    retryLimit: 3,
    retryDelay: 5,
    expireInSeconds: 1 * minutes,
    retentionSeconds: 1 * days,
    deleteAfterSeconds: 1 * minutes,
  },
  /** Events of ledgers whose owners read none. */
  event_numbers: { ...alone, expireInSeconds: 30 * minutes },
  job_sweep: { ...alone, expireInSeconds: 1 * minutes },
} satisfies Record<string, QueueSettings>

export type QueueName = keyof typeof queues
