import { createHmac } from 'node:crypto'
import type { createAuthMiddleware } from 'better-auth/api'

type AuthRequest = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Browsers in which somebody has signed in before: there nobody else's wrong passwords count. */
export type KnownDevices = {
  knows(request: AuthRequest, email: string): Promise<boolean>
  remember(request: AuthRequest, email: string): Promise<void>
}

const peopleMax = 5
const rememberedSeconds = 365 * 24 * 60 * 60

/** The cookie holds marks of emails, signed and keyed: it reveals no email, and can't be forged. */
export function createKnownDevices({ secret, publicUrl }: { secret: string; publicUrl: string }): KnownDevices {
  const secure = publicUrl.startsWith('https://')
  const name = `${secure ? '__Host-' : ''}prospector.known_device`
  const markOf = (email: string): string =>
    createHmac('sha256', secret).update(`known device ${email.trim().toLowerCase()}`).digest('base64url').slice(0, 22)
  const read = async (request: AuthRequest): Promise<string[]> =>
    ((await request.getSignedCookie(name, secret)) || '').split('.').filter(Boolean)

  return {
    knows: async (request, email) => (await read(request)).includes(markOf(email)),
    async remember(request, email) {
      const others = (await read(request)).filter((mark) => mark !== markOf(email))
      const marks = [markOf(email), ...others].slice(0, peopleMax)
      const options = { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: rememberedSeconds } as const
      await request.setSignedCookie(name, marks.join('.'), secret, options)
    },
  }
}
