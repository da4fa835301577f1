using System.Collections.Generic;

namespace Astragal
{
    /// <summary>One cell of a board.</summary>
    public sealed class Cell
    {
        /// <summary>Its place: [row, column] or [q, r] as an object[], a number, or a name.</summary>
        public object Value { get; internal set; }
        /// <summary>What it is called; null where it has no name.</summary>
        public string Label { get; internal set; }
        /// <summary>The numbers of the cells beside it.</summary>
        public IReadOnlyList<int> Near { get; internal set; }
    }

    /// <summary>The cells of a board, and which of them touch.</summary>
    public sealed class Board
    {
        public string Name { get; private set; }
        /// <summary>grid, hex, track or graph.</summary>
        public string Kind { get; private set; }
        public IReadOnlyList<Cell> Cells { get; private set; }

        internal static Board Read(string name, PackReader r)
        {
            string kind = "";
            object[] values = { };
            string[] labels = { };
            int[][] near = { };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "kind": kind = r.Text(); break;
                    case "cells": values = Game.ListOf(r); break;
                    case "labels":
                        labels = new string[r.List()];
                        for (int i = 0; i < labels.Length; i++) labels[i] = r.TryNil() ? null : r.Text();
                        break;
                    case "near":
                        near = new int[r.List()][];
                        for (int i = 0; i < near.Length; i++) near[i] = r.Ints();
                        break;
                    default: r.Skip(); break;
                }
            }
            if (labels.Length != values.Length || near.Length != values.Length) throw new ProtocolException("a board whose lists differ in length");
            var cells = new Cell[values.Length];
            for (int i = 0; i < cells.Length; i++) cells[i] = new Cell { Value = values[i], Label = labels[i], Near = near[i] };
            return new Board { Name = name, Kind = kind, Cells = cells };
        }
    }
}
