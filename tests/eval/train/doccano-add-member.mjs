// A person is found by typing into a box that completes, and a role is chosen, in a dialog of a project.

import { enter } from './doccano-add-label.mjs'

async function fill(person, { project, user, role }) {
  const { page } = person
  await enter(person, project, 'Members')
  await person.click(page.getByRole('button', { name: 'Add', exact: true }))
  const dialog = page.getByRole('dialog')
  await person.type(dialog.getByLabel('User Search APIs'), user)
  await person.click(page.getByRole('option', { name: user, exact: true }))
  await person.click(dialog.getByRole('button', { name: 'Role' }))
  await person.click(page.getByRole('option', { name: role, exact: true }))
}

async function add(person, app, values) {
  const { page } = person
  await fill(person, values)
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }))
  await page.getByRole('cell', { name: values.user, exact: true }).waitFor()
}

const roles = {
  Annotator: 'annotator',
  'Annotation Approver': 'annotation_approver',
  'Project Admin': 'project_admin',
}
const asked = { project: 'Tea reviews', user: 'cleo', role: 'Annotator' }

export default {
  app: 'doccano',
  kinds: ['single-page app', 'component library', 'completing box', 'dialogs'],
  goal: 'Give somebody a role in a project',
  values: { project: 'Shop mails', user: 'bob', role: 'Annotation Approver' },
  perform: add,
  truth: {
    inputs: [
      { name: 'project', value: 'Shop mails', source: 'given', changes: true },
      { name: 'user', value: 'bob', source: 'given', changes: true },
      { name: 'role', value: 'Annotation Approver', source: 'given', changes: true },
    ],
    effects: [
      { name: 'the user is a member with the role', kind: 'created', values: ['user', 'role'] },
    ],
    expected: (before, { project, user, role }) => ({
      ...before,
      members: [...before.members, [project, user, roles[role]]].sort((a, b) =>
        a.slice(0, 2).join() < b.slice(0, 2).join() ? -1 : 1,
      ),
    }),
    done: 'The list of members of the project shows the user with the role',
  },
  right: [
    { name: 'another project', values: asked },
    {
      name: 'a third one',
      values: { project: 'Harvest notes', user: 'bob', role: 'Project Admin' },
    },
  ],
  faults: [
    {
      name: 'the member is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) =>
        app.sql(
          "delete from projects_member where user_id = (select id from auth_user where username = 'cleo') returning id",
        ),
    },
    {
      name: 'another role',
      kind: 'one field wrong',
      values: asked,
      does: { role: 'Annotation Approver' },
    },
    {
      name: 'another user',
      kind: 'wrong record',
      values: asked,
      does: { user: 'bob' },
    },
    {
      name: 'another project',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { project: 'Harvest notes' },
    },
    {
      name: 'the dialog is filled and closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.click(
          person.page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }),
        )
      },
    },
  ],
}
