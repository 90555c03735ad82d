/** Understood and not possible as things are: the message is a sentence for the operator. */
export class Refusal extends Error {}
