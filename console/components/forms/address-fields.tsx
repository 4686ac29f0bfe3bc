import { useMemo } from 'react'
import { type Choice, Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { formTexts as texts } from '#console/texts/en/forms.ts'
import { countries, countryCode, countryName } from '#kit/text/countries.ts'
import { FieldRow } from './form.tsx'

/** An address; the country by its code. */
interface PostalAddress {
  address: string
  zipcode: string
  city: string
  country: string
}

/** Reads the address of a record, whose country is a name. */
export const addressIn = ({ address, zipcode, city, country }: PostalAddress): PostalAddress => ({
  address,
  zipcode,
  city,
  country: countryCode(country) ?? '',
})

interface AddressFieldsProps {
  value: PostalAddress
  onChange(change: Partial<PostalAddress>): void
  /** Somebody came for the address. */
  hasFocus?: boolean | undefined
}

export function AddressFields({ value, onChange, hasFocus }: AddressFieldsProps) {
  const choices = useMemo(countryChoices, [])
  return (
    <>
      <TextField
        label={texts.address}
        autoComplete="street-address"
        autoFocus={hasFocus}
        value={value.address}
        onChange={(address) => onChange({ address })}
      />
      <FieldRow>
        <TextField
          label={texts.zipcode}
          autoComplete="postal-code"
          value={value.zipcode}
          onChange={(zipcode) => onChange({ zipcode })}
        />
        <TextField
          label={texts.city}
          autoComplete="address-level2"
          value={value.city}
          onChange={(city) => onChange({ city })}
        />
        <Select
          label={texts.country}
          choices={choices}
          value={value.country}
          onChange={(country) => onChange({ country })}
        />
      </FieldRow>
    </>
  )
}

const countryChoices = (): Choice[] => [
  { value: '', label: texts.noCountry },
  ...Object.keys(countries()).map((code) => ({ value: code, label: countryName(code) })),
]
