import { useState } from 'react'

/** Values of a form, at first as they are saved; `isSame` while none of them is changed. */
export function useFormValues<Values extends object>(saved: Values) {
  const [values, setValues] = useState(saved)
  return {
    values,
    set: (part: Partial<Values>) => setValues((old) => ({ ...old, ...part })),
    isSame: JSON.stringify(values) === JSON.stringify(saved),
  }
}
