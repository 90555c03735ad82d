export const SettingsPage = () => <main className="p-6">Soon.</main>
