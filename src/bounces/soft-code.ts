const enhancedCode = /(?<![\d.])([245])\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/
const replyCode = /(?<![\d.])([245])\d\d(?![\d.]*\d)/

/**
 * Whether a mail server only asked to try again later. `5.1.1`, `550` or the whole line that it answered: the enhanced code says more
 * than the reply code, so it counts where both are there. Without any, the bounce is taken to be final.
 */
export function isSoft(code: string | undefined): boolean {
  const [, kind] = enhancedCode.exec(code ?? '') ?? replyCode.exec(code ?? '') ?? []
  return kind === '4'
}
