/** The operator's API on one screen: for programs, behind the console's pages, and at the command line (`prospector admin`). */
import {
  endSessionsOperation,
  grantOperation,
  liftOperation,
  refundOperation,
  setPlanOperation,
  suspendOperation,
} from './account-act-operations.ts'
import {
  compareBillingOperation,
  getBillingOperation,
  getBillingStateOperation,
  settleBillingOperation,
} from './billing-operations.ts'
import {
  discardChangesOperation,
  eraseOperation,
  listHeldChangesOperation,
  listSuppressionsOperation,
  releaseChangesOperation,
  suppressOperation,
  unsuppressOperation,
} from './catalogue-operations.ts'
import { findAccountsOperation } from './find-accounts.ts'
import { getAccountOperation } from './get-account.ts'
import { getSystemOperation } from './get-system.ts'
import { getTodayOperation } from './get-today.ts'
import { listImportsOperation, listRejectsOperation } from './import-operations.ts'
import type { AnyOperatorOperation } from './operation.ts'
import { changePlansOperation, getPlansOperation, previewPlansOperation } from './plan-operations.ts'
import { getQualityOperation, listSourcesOperation } from './quality-operations.ts'
import { listReleasesOperation } from './release-operations.ts'
import { getReportOperation } from './report-operations.ts'
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
  getBillingStateOperation,
  compareBillingOperation,
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
  listRejectsOperation,
  listHeldChangesOperation,
  releaseChangesOperation,
  discardChangesOperation,
  listSourcesOperation,
  getQualityOperation,
  listSuppressionsOperation,
  suppressOperation,
  unsuppressOperation,
  eraseOperation,
  getPlansOperation,
  previewPlansOperation,
  changePlansOperation,
  getReportOperation,
  getSystemOperation,
  listReleasesOperation,
]
