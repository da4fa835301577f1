using System;
using System.Threading.Tasks;

namespace Astragal.Examples
{
    /// <summary>
    /// A table: one game and its players. It keeps the snapshot behind the last answer, as a server would in its
    /// database, so that a game outlives its engine.
    /// </summary>
    sealed class Table
    {
        readonly Engine engine;
        readonly Random players; // stands for the people who would send their moves
        Engine.Life life;
        Game game;
        byte[] saved;

        public readonly int Number;
        public int Answers { get; private set; }
        public int Restored { get; private set; }

        public Table(Engine engine, int number)
        {
            this.engine = engine;
            Number = number;
            players = new Random(number);
            life = engine.Now;
        }

        /// <summary>Plays the game to its end and gives what it ended with.</summary>
        public async Task<Request> Play()
        {
            for (;;)
            {
                try
                {
                    if (game == null) await Begin().ConfigureAwait(false);
                    while (!game.Request.IsOver) await Turn().ConfigureAwait(false);
                    Request end = game.Request;
                    game.Dispose();
                    return end;
                }
                catch (TransportClosedException) { Lost(); }
                catch (ObjectDisposedException) { Lost(); } // another table has noticed before
            }
        }

        async Task Begin()
        {
            game = saved == null ? await life.Model.NewGameAsync(seed: (ulong)Number).ConfigureAwait(false)
                : await life.Model.RestoreAsync(saved).ConfigureAwait(false);
        }

        async Task Turn()
        {
            Request q = game.Request;
            int move = players.Next(q.Options.Count);
            await game.AnswerAsync(move).ConfigureAwait(false);
            saved = await game.SnapshotAsync().ConfigureAwait(false);
            Answers++;
        }

        void Lost()
        {
            game = null;
            life = engine.After(life);
            Restored++;
        }
    }
}
