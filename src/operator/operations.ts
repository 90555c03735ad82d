/** The operator's API on one screen. Every one of these is a command, too. */
import {
  endSessionsOperation,
  grantOperation,
  liftOperation,
  refundOperation,
  setPlanOperation,
  suspendOperation,
} from './account-act-operations.ts'
import { getBillingOperation, settleBillingOperation } from './billing-operations.ts'
import {
  discardChangesOperation,
  listHeldChangesOperation,
  listImportsOperation,
  listSourcesOperation,
  listSuppressionsOperation,
  releaseChangesOperation,
  suppressOperation,
  unsuppressOperation,
} from './catalogue-operations.ts'
import { findAccountsOperation } from './find-accounts.ts'
import { getAccountOperation } from './get-account.ts'
import { getSystemOperation } from './get-system.ts'
import { getTodayOperation } from './get-today.ts'
import type { AnyOperatorOperation } from './operation.ts'
import { changePlansOperation, getPlansOperation, previewPlansOperation } from './plan-operations.ts'
import {
  acceptBounceOperation,
  completePrivacyRequestOperation,
  getPrivacyRequestOperation,
  listBouncesOperation,
  listErasuresOperation,
  listPrivacyRequestsOperation,
  refuseBounceOperation,
  refusePrivacyRequestOperation,
} from './request-operations.ts'

export const operatorOperations: readonly AnyOperatorOperation[] = [
  getTodayOperation,
  findAccountsOperation,
  getAccountOperation,
  grantOperation,
  refundOperation,
  setPlanOperation,
  suspendOperation,
  liftOperation,
  endSessionsOperation,
  getBillingOperation,
  settleBillingOperation,
  listPrivacyRequestsOperation,
  getPrivacyRequestOperation,
  completePrivacyRequestOperation,
  refusePrivacyRequestOperation,
  listErasuresOperation,
  listBouncesOperation,
  acceptBounceOperation,
  refuseBounceOperation,
  listImportsOperation,
  listHeldChangesOperation,
  releaseChangesOperation,
  discardChangesOperation,
  listSourcesOperation,
  listSuppressionsOperation,
  suppressOperation,
  unsuppressOperation,
  getPlansOperation,
  previewPlansOperation,
  changePlansOperation,
  getSystemOperation,
]
