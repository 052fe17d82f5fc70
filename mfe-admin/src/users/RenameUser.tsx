import { PERSON_NAME_LENGTH, type User } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { RenameButton } from '../lists/RenameButton.tsx';
import { signedInOrTold, tellFailure } from './outcome.tsx';
import { useRenameUser } from './user-api.ts';

/** Calls a person by another name. What fails is said in a toast. */
export function RenameUser({ user: { email, name } }: { readonly user: User }) {
  const [rename] = useRenameUser();
  const save = async (typed: string) => {
    if (!signedInOrTold()) return '';
    const { error } = await rename({ params: { email }, body: { name: typed } });
    if (error) {
      tellFailure('Failed to change the name', error);
      return '';
    }
    toast.success('Name changed');
    return null;
  };
  return (
    <RenameButton
      label={`Rename ${email}`}
      title="Edit name"
      part="Name"
      of={email}
      value={name}
      maxLength={PERSON_NAME_LENGTH}
      onSave={save}
    />
  );
}
