/** No other origins and nothing inline: a page consists of our own files only. */
export const ownFilesOnly = ({ formAction }: { formAction: "'none'" | "'self'" }): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ')
