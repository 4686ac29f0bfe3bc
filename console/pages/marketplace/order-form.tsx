import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'
import { type Addon, type AddonOrder, addons } from '#client/resources/marketplace/addons.ts'
import type { Offer, Plan } from '#client/resources/marketplace/offers.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { price } from '#console/format/price.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { marketplaceTexts as texts } from '#console/texts/en/marketplace.ts'
import { MonthPrice, useMonthPrice } from './month-price.tsx'
import { type ChosenOptions, noOptions, OrderOptions } from './order-options.tsx'
import { parseOptions } from './plan-features.ts'
import './order-bar.css'

interface OrderFormProps {
  ownerId: string
  offer: Offer
  plan: Plan
  onOrdered(addon: Addon): void
}

/** Name, zone, link and options of an order, and what a month of it costs before the button. */
export function OrderForm({ ownerId, offer, plan, onOrdered }: OrderFormProps) {
  const applications = useOwners().current?.applications ?? []
  const draft = useDraft({
    name: '',
    zone: offer.regions[0] ?? '',
    linked: '',
    options: noOptions,
  })
  const { name, zone, linked, options } = draft.values
  const [isTried, setTried] = useState(false)
  const order = useOrder(ownerId, onOrdered)
  const form = useId()
  const priced = { providerId: offer.id, plan: plan.slug, region: zone }
  const lines = parseOptions(options.lines)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || typeof lines === 'number' || order.isPending) return
    order.mutate({
      ...priced,
      name: name.trim(),
      ...orderOptions(options, lines),
      ...(linked !== '' && { linkedApp: linked }),
    })
  }
  return (
    <>
      <Panel title={texts.order}>
        <form
          id={form}
          className="order-form"
          aria-label={texts.order}
          noValidate
          onSubmit={submit}
        >
          <div className="order-pair">
            <TextField
              label={texts.name}
              hint={texts.nameHint}
              value={name}
              error={isTried && name.trim() === '' ? texts.nameMissing : undefined}
              spellCheck={false}
              onChange={(typed) => draft.set({ name: typed })}
            />
            {applications.length > 0 && (
              <Select
                label={texts.link}
                hint={texts.linkHint}
                value={linked}
                choices={[
                  { value: '', label: texts.noLink },
                  ...applications.map((one) => ({ value: one.id, label: one.name })),
                ]}
                onChange={(chosen) => draft.set({ linked: chosen })}
              />
            )}
            {offer.regions.length > 1 && (
              <Select
                label={texts.zone}
                hint={texts.zoneHint}
                value={zone}
                choices={offer.regions.map((one) => ({ value: one, label: one }))}
                onChange={(chosen) => draft.set({ zone: chosen })}
              />
            )}
          </div>
          <OrderOptions
            providerId={offer.id}
            value={options}
            onChange={(chosen) => draft.set({ options: chosen })}
          />
          <MonthPrice ownerId={ownerId} order={priced} plan={plan} />
          {order.isError && <ErrorLine error={order.error} />}
        </form>
      </Panel>
      <section className="order-bar" aria-label={texts.orderBar}>
        <p>{texts.chosen(offer.name, plan.name)}</p>
        <SubmitButton
          form={form}
          ownerId={ownerId}
          order={priced}
          name={offer.name}
          isPending={order.isPending}
        />
      </section>
    </>
  )
}

/** What was chosen beside the plan. */
function orderOptions({ version, switched }: ChosenOptions, lines: Record<string, string>) {
  const options = { ...lines, ...Object.fromEntries(switched.map((name) => [name, 'true'])) }
  return {
    ...(version !== '' && { version }),
    ...(Object.keys(options).length > 0 && { options }),
  }
}

interface SubmitButtonProps {
  /** Id of the form that it sends. */
  form: string
  ownerId: string
  order: Parameters<typeof useMonthPrice>[1]
  name: string
  isPending: boolean
}

/** Says what a month costs; until that is known nothing can be ordered. */
function SubmitButton({ form, ownerId, order, name, isPending }: SubmitButtonProps) {
  const { priced, error } = useMonthPrice(ownerId, order)
  const label =
    priced && priced.totalTTC > 0
      ? texts.submitFor(name, price(priced.totalTTC, priced.currency))
      : texts.submit(name)
  return (
    <Button
      type="submit"
      form={form}
      kind="primary"
      isPending={isPending}
      disabled={!priced && !error}
    >
      {label}
    </Button>
  )
}

function useOrder(ownerId: string, onOrdered: (addon: Addon) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (order: AddonOrder) => addons(connection).order(ownerId, order),
    onSuccess: async (addon) => {
      onOrdered(addon)
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.summary }),
        queryClient.invalidateQueries({ queryKey: queryKeys.owner(ownerId) }),
      ])
    },
  })
}
