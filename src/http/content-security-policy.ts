/** Nothing from elsewhere, nothing inline: a page is as safe as the files of ours that it is made of. */
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
