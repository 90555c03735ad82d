/** Why an outgoing request failed, as far as the person who chose the address may know. */
const sentences = {
  address_not_allowed: 'The address is not on the public internet.',
  name_not_found: 'The host name could not be resolved.',
  connection_failed: 'No connection could be made.',
  certificate_invalid: 'The certificate is not valid for this host.',
  timeout: 'The host did not answer in time.',
  reply_invalid: 'The reply is not valid HTTP.',
  reply_too_large: 'The reply is too large.',
}

type OutgoingFaultReason = keyof typeof sentences

export class OutgoingFault extends Error {
  readonly reason: OutgoingFaultReason

  constructor(reason: OutgoingFaultReason) {
    super(sentences[reason])
    this.reason = reason
  }
}

/** Whatever Node raised for a request, without the address, port and bytes that its message may name. */
export function toOutgoingFault(error: unknown): OutgoingFault {
  if (error instanceof OutgoingFault) return error
  const { code = '', name = '' } = error as { code?: string; name?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return new OutgoingFault('timeout')
  if (code.startsWith('HPE_')) return new OutgoingFault('reply_invalid')
  return new OutgoingFault(isAboutCertificate(code) ? 'certificate_invalid' : 'connection_failed')
}

const isAboutCertificate = (code: string): boolean => /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO|EPROTO/.test(code)
