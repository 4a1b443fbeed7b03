"""One step of gradient descent."""

w, rate, slope = 0.5, 0.1, 3.0
change = -rate * slope
after = w + change
