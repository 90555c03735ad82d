import { passwordLength } from '../../../src/sign-in/passwords.ts'

export const passwordOption: [string, string] = [
  '--password <password>',
  `${passwordLength.min} to ${passwordLength.max} characters, not a common password; generated if omitted`,
]
