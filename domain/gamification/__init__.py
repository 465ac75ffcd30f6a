"""Rules of gamification: bands, levels, actions, and the ledger of XP and silver."""
