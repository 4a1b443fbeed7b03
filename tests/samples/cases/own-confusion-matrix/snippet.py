"""A confusion matrix with totals."""

import numpy as np

table = np.array([[50, 3], [7, 40]])
rows, columns, total = table.sum(axis=1), table.sum(axis=0), table.sum()
accuracy = np.trace(table) / total
whole = np.block([[table, rows[:, None]], [columns[None, :], total]])
