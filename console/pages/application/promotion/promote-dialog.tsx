import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Application } from '#client/resources/applications/applications.ts'
import { type PromotionPlan, promotions } from '#client/resources/promotions.ts'
import { connection } from '#console/api/connection.ts'
import {
  promotionPlanQuery,
  promotionWaysQuery,
} from '#console/api/queries/application/deployments.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Checkbox, Select } from '#console/components/controls/choices.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList } from '#console/components/display/panel.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { promotionTexts as texts } from '#console/texts/en/application/deployments.ts'
import { componentTexts } from '#console/texts/en/components.ts'

interface PromoteDialogProps {
  application: Application
  onClose(): void
}

/** Deploys the live release of an application in another one; the page of the deployment there follows. */
export function PromoteDialog({ application, onClose }: PromoteDialogProps) {
  const { id, ownerId, name } = application
  const { current } = useOwners()
  const navigate = useNavigate()
  const ways = useQuery(promotionWaysQuery(application))
  const [chosen, setChosen] = useState<string>()
  const [keepVariables, setKeepVariables] = useState(false)
  const [isRemembered, setRemembered] = useState(false)
  const targetId = chosen ?? ways.data?.target?.id ?? ''
  const target = { ownerId, id: targetId }
  const plan = useQuery({ ...promotionPlanQuery(target, id), enabled: targetId !== '' })
  const promote = useAction({
    async run({ release }: PromotionPlan) {
      const api = promotions(connection)
      const made = await api.promote(target, { from: id, release, keepVariables })
      if (isRemembered) await api.setTarget(application, targetId)
      return made
    },
    changes: [
      queryKeys.ofApplication(target, 'deployments'),
      queryKeys.ofApplication(application, 'promotions'),
    ],
    done: ({ to }) => texts.done(to.name),
    onDone({ deploymentId }) {
      onClose()
      void navigate(addressOf.deployment(target, deploymentId))
    },
  })
  const applications = current?.applications ?? []
  // Applications of other types cannot run its artifact.
  const slug = applications.find((each) => each.id === id)?.variantSlug
  const others = applications.filter((each) => each.id !== id && each.variantSlug === slug)
  const mayPromote = plan.data && (keepVariables || plan.data.variables.baked.length === 0)
  return (
    <Dialog
      title={texts.title(name)}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{componentTexts.cancel}</Button>
          <Button
            kind="primary"
            disabled={!mayPromote}
            isPending={promote.isPending}
            onClick={() => plan.data && promote.mutate(plan.data)}
          >
            {texts.confirm}
          </Button>
        </>
      }
    >
      <p>{texts.text}</p>
      {others.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <Select
          label={texts.to}
          value={targetId}
          choices={[
            { value: '', label: texts.choose, isDisabled: true },
            ...others.map((each) => ({ value: each.id, label: each.name })),
          ]}
          onChange={(next) => {
            setChosen(next)
            setKeepVariables(false)
            promote.reset()
          }}
        />
      )}
      {targetId !== '' && <Loaded query={plan}>{(found) => <Plan plan={found} />}</Loaded>}
      {plan.data && plan.data.variables.baked.length > 0 && (
        <Checkbox isOn={keepVariables} onChange={setKeepVariables}>
          {texts.keep}
        </Checkbox>
      )}
      {targetId !== '' && targetId !== ways.data?.target?.id && (
        <Checkbox isOn={isRemembered} onChange={setRemembered}>
          {texts.remember}
        </Checkbox>
      )}
      {promote.error && <ErrorLine error={promote.error} />}
    </Dialog>
  )
}

function Plan({ plan: { release, commit, liveCommit, variables } }: { plan: PromotionPlan }) {
  return (
    <>
      <FactList
        facts={[
          { name: texts.release, value: texts.releaseFact(release, commit) },
          { name: texts.live, value: liveCommit?.slice(0, 8) ?? texts.nothingLive },
        ]}
      />
      {variables.baked.length > 0 && <p>{texts.baked(variables.baked)}</p>}
      {variables.readable.length > 0 && <p>{texts.readable(variables.readable)}</p>}
    </>
  )
}
