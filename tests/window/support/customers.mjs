// What the user does in sqlite-web, and what a good skill for it must and must not say.

import assert from 'node:assert/strict'

/**
 * Adds a customer as a person would: from the start page, through the form. Leaves out `except`.
 */
export async function addCustomer(page, { name, email, city }, { except = [] } = {}) {
  await page.getByRole('link', { name: 'customers', exact: true }).first().click()
  await page.getByRole('link', { name: 'Insert', exact: true }).click()
  await page.getByRole('textbox', { name: 'name', exact: true }).fill(name)
  if (!except.includes('email'))
    await page.getByRole('textbox', { name: 'email', exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'city', exact: true }).fill(city)
  if (except.includes('save')) return
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByText('Successfully inserted record').waitFor()
}

/**
 * The skill names what was achieved, and contains nothing specific to the machine, person or page
 * structure of the demonstration.
 */
export function checkSkill(text, machine, customers) {
  assert.match(text, /^---\nname: [a-z0-9-]+\ndescription: /)
  assert.match(text, /customer/i, 'it says what it is about')
  for (const section of ['input', 'on the way', 'done when', 'stop and ask', 'verify_checkpoint']) {
    assert.match(text, new RegExp(section, 'i'), `it has a part on ${section}`)
  }
  assert.ok(text.length / 4 <= 800, `${text.length} characters are more than 800 tokens`)
  const forbidden = {
    'a folder of this machine': machine.folder,
    'the address of this run': new URL(customers.address).host,
    'the customer of the demonstration': /Lovelace|ada@engine|London/,
    'a typed secret': /ghp_/,
    'a selector or element id': /id_name|#id_|\.btn|form-control|\/\/div|nth-child/,
    'a coordinate': /\(\s*\d{2,4}\s*,\s*\d{2,4}\s*\)/,
  }
  for (const [what, pattern] of Object.entries(forbidden)) {
    assert.ok(
      pattern instanceof RegExp ? !pattern.test(text) : !text.includes(pattern),
      `it holds ${what}:\n${text}`,
    )
  }
}
