import type { Plan } from '#client/resources/marketplace/offers.ts'
import { marketplaceTexts as texts } from '#console/texts/en/marketplace.ts'
import { featureNames, featureValue } from './plan-features.ts'
import './plan-table.css'

interface PlanTableProps {
  plans: readonly Plan[]
  /** Id of the chosen plan. */
  value: string
  /** What a month costs, in words. */
  priceOf(plan: Plan): string
  /** Absent where nothing can be chosen. */
  onChange?: ((planId: string) => void) | undefined
}

/** Plans side by side with their features and prices; the name of a plan chooses it. */
export function PlanTable({ plans, value, priceOf, onChange }: PlanTableProps) {
  const names = featureNames(plans)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="plan-table-box" aria-label={texts.comparison} tabIndex={0}>
      <table className="plan-table">
        <thead>
          <tr>
            <th scope="col">{texts.plan}</th>
            <th scope="col">{texts.price}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.id} className={plan.id === value ? 'plan-chosen' : undefined}>
              <th scope="row">
                {onChange ? (
                  <label>
                    <input
                      type="radio"
                      name="plan"
                      value={plan.id}
                      checked={plan.id === value}
                      aria-label={texts.choosePlan(plan.name)}
                      onChange={() => onChange(plan.id)}
                    />
                    {plan.name}
                  </label>
                ) : (
                  plan.name
                )}
              </th>
              <td>{priceOf(plan)}</td>
              {names.map((name) => (
                <FeatureCell key={name} plan={plan} name={name} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function FeatureCell({ plan, name }: { plan: Plan; name: string }) {
  const feature = plan.features.find((one) => one.name === name)
  if (feature) return <td>{featureValue(feature)}</td>
  return (
    <td>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{texts.notSaid}</span>
    </td>
  )
}
