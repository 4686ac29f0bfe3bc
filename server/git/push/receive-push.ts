import type { PushReceipt } from '#git/git-backend.ts'
import { type Listener, type RepositoryAccess, sentenceOf } from '#git/git-session.ts'
import { tidyPacks } from '#git/housekeeping.ts'
import type { ByteReader } from '#git/wire/byte-reader.ts'
import type { Outlet } from '#git/wire/outlet.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { deployPush } from './deploy-push.ts'
import { maxObjects, type PackPipe, pipePack } from './pipe-pack.ts'
import { answerPush, type PushAnswer } from './push-answer.ts'
import { pushQuotaOf } from './push-quota.ts'
import { readPushRequest, type Update } from './push-request.ts'
import { checkRefs } from './ref-policy.ts'
import { unpack } from './unpack.ts'

const drainTimeout = 30_000
const tooManyObjects = `the push has more than ${maxObjects} objects`

/** From what a git client sends to a deployment: check the refs, store, deploy, answer. */
export async function receivePush(
  listener: Listener,
  admission: RepositoryAccess,
  input: ByteReader,
  outlet: Outlet,
): Promise<void> {
  const allowance = await pushQuotaOf(listener, admission)
  const request = await readPushRequest(input)
  if (!request) return

  const answer = answerPush(request.capabilities, outlet)
  const { wanted, rejections, advice } = checkRefs(request, admission.branch)
  for (const sentence of advice) await answer.say(sentence)
  if (!wanted) {
    const incoming = pipePack(input, undefined, allowance.bytes)
    await answer.report({ unpack: 'ok', updated: [], rejections })
    return await drain(incoming)
  }

  const unpacking = {
    request,
    update: wanted,
    input,
    limit: allowance.bytes,
    show: answer.show,
  }
  const { incoming, ...stored } = await listener.unpackTurn(admission.caller.userId, () =>
    unpack(listener, admission, unpacking),
  )
  if (incoming.excess === 'bytes') await answer.say(allowance.sentence)
  const excess =
    incoming.excess === 'objects' ? tooManyObjects : incoming.excess && allowance.reason
  const problem = excess ?? stored.problem ?? (await deploy(listener, admission, wanted, answer))

  await answer.report({
    unpack: excess ?? stored.unpack,
    updated: problem === undefined ? [wanted.ref] : [],
    rejections:
      problem === undefined ? rejections : [{ ref: wanted.ref, reason: problem }, ...rejections],
  })
  await drain(incoming)
  tidyPacks(listener, admission)
}

/** Why there is no deployment; nothing when there is one and the pusher has been told. */
async function deploy(
  listener: Listener,
  admission: RepositoryAccess,
  update: Update,
  answer: PushAnswer,
): Promise<string | undefined> {
  try {
    const receipt = await deployPush(listener, admission, update)
    for (const line of receiptLines(receipt)) await answer.say(line)
    return undefined
  } catch (error) {
    return sentenceOf(listener, error)
  }
}

/** A client may still be sending when its answer is written; it reads that only when it is done. */
const drain = (incoming: PackPipe): Promise<void> =>
  withTimeout(incoming.ended, drainTimeout, 'the rest of a push').catch(() => {})

/** What a pusher reads once their deployment exists. */
const receiptLines = (receipt: PushReceipt): string[] => [
  '',
  `Deployment ${receipt.number} of ${receipt.applicationName} has started: ${receipt.deploymentId}`,
  `  follow it:  berth logs --deployment-id ${receipt.deploymentId}`,
  '  list all:   berth activity',
  `  address:    ${receipt.url}`,
  '',
]
