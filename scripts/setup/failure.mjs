/** Something the person at the keyboard can fix. The message says what is wrong and what to do, in one line. */
export class SetupFailure extends Error {}

/** Standard output belongs to the command that needed the setup. */
export const say = (line) => process.stderr.write(`${line}\n`)
