'use server'
import { enter, exit, type SignInState } from '@/lib/http/sign-in-action'

export const signIn = async (state: SignInState, form: FormData): Promise<SignInState> => enter(state, form)
export const signOut = async (): Promise<void> => exit()
