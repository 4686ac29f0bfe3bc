import type { Plan } from '#client/resources/marketplace/offers.ts'
import {
  type Offer,
  type ProviderFeature,
  providers,
} from '#client/resources/marketplace/providers.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { providerTexts } from '#console/texts/en/provider.ts'
import './features.css'
import { isPrice, noPlan, planOf, valuesOf } from './plan-values.ts'

const texts = providerTexts.plans

interface PlanDialogProps {
  ownerId: string
  provider: Offer
  /** The plan that is changed, or a new one; absent while the dialog is closed. */
  plan: Plan | 'new' | undefined
  onClose(): void
}

export function PlanDialog({ ownerId, provider, plan, onClose }: PlanDialogProps) {
  const known = plan === 'new' ? undefined : plan
  return (
    <Dialog
      title={known ? texts.change(known.name) : texts.add}
      isOpen={plan !== undefined}
      onClose={onClose}
      isKept
    >
      {plan !== undefined && (
        <PlanForm ownerId={ownerId} provider={provider} known={known} onDone={onClose} />
      )}
    </Dialog>
  )
}

interface PlanFormProps {
  ownerId: string
  provider: Offer
  known: Plan | undefined
  onDone(): void
}

function PlanForm({ ownerId, provider, known, onDone }: PlanFormProps) {
  const draft = useDraft(known ? valuesOf(known) : noPlan)
  const { values, set } = draft
  const save = useSubmit(draft, {
    run: (sent) => {
      const input = planOf(sent, provider.features, known)
      const api = providers(connection)
      return known
        ? api.changePlan(ownerId, provider.id, known.id, input)
        : api.addPlan(ownerId, provider.id, input)
    },
    changes: [queryKeys.ofOwner(ownerId, 'providers')],
    done: ({ name }) => (known ? texts.changed : texts.added)(name.trim()),
    onDone,
  })
  const isComplete = values.name.trim() !== '' && values.slug.trim() !== '' && isPrice(values.price)
  return (
    <Form
      label={known ? texts.change(known.name) : texts.add}
      action={known ? texts.save : texts.add}
      isDisabled={!isComplete}
      isPending={save.isPending}
      error={save.error}
      onSubmit={save.submit}
    >
      <TextField
        label={texts.name}
        autoFocus
        value={values.name}
        onChange={(name) => set({ name })}
      />
      <TextField
        label={texts.slug}
        hint={texts.slugHint}
        isMono
        spellCheck={false}
        value={values.slug}
        onChange={(slug) => set({ slug })}
      />
      <TextField
        label={texts.price}
        inputMode="decimal"
        value={values.price}
        error={isPrice(values.price) ? undefined : texts.badPrice}
        onChange={(price) => set({ price })}
      />
      {provider.features.length > 0 && (
        <fieldset className="plan-values">
          <legend>{texts.values}</legend>
          <p className="field-hint">{texts.valuesHelp}</p>
          <FieldRow>
            {provider.features.map((feature) => (
              <FeatureField
                key={feature.name}
                feature={feature}
                value={values.features[feature.name] ?? ''}
                onChange={(value) =>
                  set({ features: { ...values.features, [feature.name]: value } })
                }
              />
            ))}
          </FieldRow>
        </fieldset>
      )}
    </Form>
  )
}

interface FeatureFieldProps {
  feature: ProviderFeature
  value: string
  onChange(value: string): void
}

const { features: featureTexts } = providerTexts
const yesOrNo = [
  { value: '', label: featureTexts.unsaid },
  { value: 'true', label: featureTexts.yes },
  { value: 'false', label: featureTexts.no },
]

function FeatureField({ feature: { name, type }, value, onChange }: FeatureFieldProps) {
  return type === 'BOOLEAN' ? (
    <Select label={name} choices={yesOrNo} value={value} onChange={onChange} />
  ) : (
    <TextField label={name} value={value} onChange={onChange} />
  )
}
