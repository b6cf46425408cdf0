import {
  isMagicallySanctioned,
  isMagicAmount,
  MAGIC_VALUES,
  sandboxRegister,
} from '../../src/domain/magic-values.ts';

test('the amount is magic to the last minor unit', () => {
  expect([666_599, 666_600, 666_601].map(isMagicAmount)).toEqual([false, true, false]);
});

test('the sandbox knows everybody by the name given, but for magic names', () => {
  expect(sandboxRegister('Fernlight Ltd')).toEqual({ kind: 'registered', name: 'Fernlight Ltd' });
  expect(sandboxRegister('My Mismatch Ltd')).toEqual({ kind: 'registered', name: 'Sandbox Registered Name' });
  expect(sandboxRegister('Unavailable Ltd')).toEqual({ kind: 'unavailable' });
  expect(sandboxRegister('Unavailable Mismatch')).toEqual({ kind: 'unavailable' });
  expect(sandboxRegister('mismatch')).toEqual({ kind: 'registered', name: 'mismatch' });
});

test('a sanctioned name is one that says so', () => {
  expect(['Sanctioned Ltd', 'The Sanctioned', 'sanctioned', 'Saint'].map(isMagicallySanctioned)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('every magic value says where it applies and what happens', () => {
  for (const { value, appliesTo, effect } of Object.values(MAGIC_VALUES)) {
    expect(String(value)).not.toBe('');
    expect(appliesTo).toMatch(/`/);
    expect(effect).toMatch(/`/);
  }
});
