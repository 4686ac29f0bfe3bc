import type { Check } from './check.ts'
import { asynchronousChecks } from './checks/asynchronous-checks.ts'
import { authenticationChecks } from './checks/authentication-checks.ts'
import { concurrencyChecks } from './checks/concurrency-checks.ts'
import { deprovisioningChecks } from './checks/deprovisioning-checks.ts'
import { hostileChecks } from './checks/hostile-checks.ts'
import { idempotencyChecks } from './checks/idempotency-checks.ts'
import { manifestChecks } from './checks/manifest-checks.ts'
import { planChangeChecks } from './checks/plan-change-checks.ts'
import { planChecks } from './checks/plan-checks.ts'
import { provisioningChecks } from './checks/provisioning-checks.ts'
import { forgeryChecks } from './checks/sso/forgery-checks.ts'
import { hostileFormChecks } from './checks/sso/hostile-form-checks.ts'
import { panelChecks } from './checks/sso/panel-checks.ts'
import { ssoChecks } from './checks/sso/sso-checks.ts'
import { timeOutChecks } from './checks/time-out-checks.ts'
import { valueChecks } from './checks/value-checks.ts'

/** Every check, in the order of execution. */
export const checks: readonly Check[] = [
  ...manifestChecks,
  ...authenticationChecks,
  ...provisioningChecks,
  ...valueChecks,
  ...idempotencyChecks,
  ...planChecks,
  ...deprovisioningChecks,
  ...ssoChecks,
  ...panelChecks,
  ...forgeryChecks,
  ...asynchronousChecks,
  ...planChangeChecks,
  ...timeOutChecks,
  ...concurrencyChecks,
  ...hostileFormChecks,
  ...hostileChecks,
]
