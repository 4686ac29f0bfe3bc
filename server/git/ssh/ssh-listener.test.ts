import { pushContract } from '#git/push.contract.ts'
import { rejectedPushContract } from '#git/rejected-push.contract.ts'

pushContract('ssh')
rejectedPushContract('ssh')
