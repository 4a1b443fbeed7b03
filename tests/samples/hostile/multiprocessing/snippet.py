import multiprocessing

multiprocessing.get_context("fork").Process(target=int).start()
