import { problems } from '../base/problems.ts'
import type { PaymentProvider } from './provider.ts'

/** For installations that take no payments: the operator gives plans and credits by command. */
export function createOffProvider(): PaymentProvider {
  const refuse = async (): Promise<never> => {
    throw problems.billingNotConfigured()
  }
  return {
    name: 'off',
    prepare: async () => {},
    createCheckout: refuse,
    createTopUp: refuse,
    createPortal: refuse,
    readEvent: () => null,
    customerOfCharge: async () => null,
    observe: refuse,
    endTrial: refuse,
    previewChange: refuse,
    changePlan: refuse,
    cancelChange: refuse,
    keepSubscription: refuse,
    cancelSecond: refuse,
    chargePack: refuse,
    listInvoices: async () => [],
  }
}
