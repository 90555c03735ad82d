import { exportableEmailStatuses } from '../base/email-kinds.ts'

export const primary = <Channel extends { is_primary: boolean }>(channels: readonly Channel[]): Channel | undefined =>
  channels.find(({ is_primary: isPrimary }) => isPrimary) ?? channels[0]

/** LIST-17: the one that stands for all: of the best status, of several the primary one. `bestOf` of the web application, alike. */
export const bestEmail = <Email extends { status: string; is_primary: boolean }>(
  emails: readonly Email[],
): Email | undefined =>
  exportableEmailStatuses
    .map((known) => primary(emails.filter(({ status }) => status === known)))
    .find((email) => email !== undefined) ?? primary(emails)
