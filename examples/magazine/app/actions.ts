'use server';
import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { cms } from '../lib/cms';

export async function logIn(_: string | null, form: FormData): Promise<string | null> {
  const { error } = await cms().safe.auth.login({
    email: String(form.get('email')),
    password: String(form.get('password')),
  });
  if (error) return error.code === 'INVALID_CREDENTIALS' ? 'No such email and password.' : error.message;
  redirect('/');
}

export async function comment(post: string, form: FormData): Promise<void> {
  await cms().comments.create({ post, name: String(form.get('name')), text: String(form.get('text')) });
  revalidatePath('/posts/[slug]', 'page');
}
