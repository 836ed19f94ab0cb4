import CrashModel
import StateModel
import Testing
